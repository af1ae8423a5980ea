// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";

/// Roots of the third party's mountain range, each with the number of leaves and the moment at which it was told.
contract Checkpoints is AccessControl {
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    struct RootInfo {
        uint176 treeSize;
        uint40 timestamp;
        uint40 height;
    }

    /// All zero: the root was never told.
    mapping(bytes32 root => RootInfo) public rootInfo;
    uint176 public treeSize;

    event Checkpoint(bytes32 indexed root, uint176 treeSize);

    /// The range only grows.
    error NotLarger(uint176 treeSize);

    constructor(address operator) {
        _grantRole(OPERATOR_ROLE, operator);
    }

    function checkpoint(bytes32 root, uint176 size) external onlyRole(OPERATOR_ROLE) {
        if (size <= treeSize) revert NotLarger(size);
        treeSize = size;
        rootInfo[root] = RootInfo(size, uint40(block.timestamp), uint40(block.number));
        emit Checkpoint(root, size);
    }
}
