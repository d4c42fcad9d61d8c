"""A verifier of mobile driver's licenses (ISO/IEC 18013-5) presented over the web.

Nothing of the portal is needed: whoever has a request's nonce and key, the answer of a wallet and a list of
trusted issuers learns either what the license says or why it was refused.
"""
