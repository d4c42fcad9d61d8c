"""A sandbox of mobile driver's licenses: an authority that issues them and a wallet that presents them.

A critical extension marks the authority's root as a sandbox, so that no deployed portal trusts it
(`mobile_license.trust`).
"""
