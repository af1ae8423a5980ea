// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {RSA} from "@openzeppelin/contracts/utils/cryptography/RSA.sol";

/// The account of a subject: it does what the key of the subject's certificate signed, and nothing else.
contract Account {
    bytes public exponent;
    bytes public modulus;
    uint256 public nonce;

    error NotSigned();

    constructor(bytes memory exponent_, bytes memory modulus_) {
        exponent = exponent_;
        modulus = modulus_;
    }

    /// The bytes that are signed (RSASSA-PKCS1-v1_5, SHA-256) for the next call.
    function messageOf(address target, bytes calldata data) public view returns (bytes memory) {
        return abi.encode(block.chainid, address(this), nonce, target, data);
    }

    function execute(address target, bytes calldata data, bytes calldata signature) external returns (bytes memory) {
        if (!RSA.pkcs1Sha256(messageOf(target, data), signature, exponent, modulus)) revert NotSigned();
        ++nonce;
        (bool done, bytes memory answer) = target.call(data);
        if (!done) {
            // The reason of the call that failed is the reason of this one.
            assembly ("memory-safe") {
                revert(add(answer, 0x20), mload(answer))
            }
        }
        return answer;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}

/// Puts accounts where their key says (CREATE2, salt 0): the address can be told before the account stands.
contract Accounts {
    function create(bytes calldata exponent, bytes calldata modulus) external returns (address) {
        return address(new Account{salt: 0}(exponent, modulus));
    }
}
