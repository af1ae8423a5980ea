// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// Inclusion in an append-only Merkle mountain range over keccak-256, in its exact form: with the number of leaves
/// known, the position decides how many hashes stand on each side and where each of them is used.
library MountainRange {
    /// The left and right hashes are not as many as the position asks for, or the position is beyond the tree.
    error BadShape();

    /// The root that the proof leads to. `left` ends with the hash that is used first, `right` begins with it.
    function rootOf(bytes32 leaf, uint256 index, uint256 size, bytes32[] calldata left, bytes32[] calldata right)
        internal
        pure
        returns (bytes32 node)
    {
        if (index >= size) revert BadShape();
        // The leaf's own mountain is as high as the first bit in which position and size part.
        uint256 height = Math.log2(index ^ size);
        uint256 below = (1 << height) - 1;
        uint256 inside = height - popcount(index & below);
        if (left.length != popcount(index) || right.length != inside + popcount(size & below)) revert BadShape();

        uint256 fromLeft = left.length;
        uint256 fromRight = 0;
        node = leaf;
        for (uint256 level = 0; level < height; ++level) {
            node = (index >> level) & 1 == 1 ? merge(left[--fromLeft], node) : merge(node, right[fromRight++]);
        }
        if (fromRight < right.length) {
            bytes32 peaks = right[right.length - 1];
            for (uint256 i = right.length - 1; i > fromRight; --i) peaks = merge(right[i - 1], peaks);
            node = merge(node, peaks);
        }
        while (fromLeft > 0) node = merge(left[--fromLeft], node);
    }

    function merge(bytes32 left, bytes32 right) private pure returns (bytes32) {
        return keccak256(abi.encode(left, right));
    }

    function popcount(uint256 bits) private pure returns (uint256 count) {
        for (; bits != 0; bits &= bits - 1) ++count;
    }
}
