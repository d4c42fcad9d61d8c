"""A verifier of mobile driver's licenses (ISO/IEC 18013-5) presented over the web.

Independent of the portal. From a request's nonce and key, the answer of a wallet, and a list of trusted
issuers, it returns the content of the license or the reason for refusal.
"""
