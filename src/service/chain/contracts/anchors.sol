// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";

/// Roots of Merkle trees over batches of hashes: that one stands in a block is all that there is to it.
contract Anchors is AccessControl {
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    event Anchored(bytes32 indexed root);

    constructor(address operator) {
        _grantRole(OPERATOR_ROLE, operator);
    }

    function anchor(bytes32 root) external onlyRole(OPERATOR_ROLE) {
        emit Anchored(root);
    }
}
