// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Checkpoints} from "./checkpoints.sol";
import {MountainRange} from "./mountain-range.sol";

/// Documents as tokens. The id of a token is the hash of its document; it is minted once, to whom an authorizer named,
/// and only for a hash that the third party's range holds.
contract Endorser is ERC721, EIP712, AccessControl {
    bytes32 public constant AUTHORIZER_ROLE = keccak256("AUTHORIZER_ROLE");
    bytes32 private constant MINT_REQUEST = keccak256("MintRequest(bytes32 leaf,address to)");

    struct InclusionProof {
        uint176 leafIndex;
        bytes32[] left;
        bytes32[] right;
        bytes32 root;
    }

    Checkpoints public immutable checkpoints;
    mapping(bytes32 leaf => bool) public minted;

    error NotAuthorized(address signer);
    error AlreadyMinted(bytes32 leaf);
    error UnknownRoot(bytes32 root);
    error NotIncluded(bytes32 leaf, bytes32 root);

    constructor(Checkpoints checkpoints_, address authorizer) ERC721("Endorser", "ENDORSE") EIP712("Endorser", "1") {
        checkpoints = checkpoints_;
        _grantRole(AUTHORIZER_ROLE, authorizer);
    }

    /// Whoever holds an authorization may bring it: the token goes to whom it names.
    function mint(bytes32 leaf, address to, bytes calldata authorization, InclusionProof calldata proof) external {
        if (minted[leaf]) revert AlreadyMinted(leaf);
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(MINT_REQUEST, leaf, to)));
        address signer = ECDSA.recover(digest, authorization);
        if (!hasRole(AUTHORIZER_ROLE, signer)) revert NotAuthorized(signer);
        requireIncluded(leaf, proof);
        minted[leaf] = true;
        // Not the safe form: an account may hold its token before its own contract stands.
        _mint(to, uint256(leaf));
    }

    /// Ends a token for good: its hash is never minted again.
    function burn(uint256 tokenId) external {
        _update(address(0), tokenId, _msgSender());
    }

    function requireIncluded(bytes32 leaf, InclusionProof calldata proof) private view {
        (uint176 size,,) = checkpoints.rootInfo(proof.root);
        if (size == 0) revert UnknownRoot(proof.root);
        if (MountainRange.rootOf(leaf, proof.leafIndex, size, proof.left, proof.right) != proof.root) {
            revert NotIncluded(leaf, proof.root);
        }
    }

    function supportsInterface(bytes4 id) public view override(ERC721, AccessControl) returns (bool) {
        return super.supportsInterface(id);
    }
}
