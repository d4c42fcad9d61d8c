"""A sandbox of mobile driver's licenses: an authority that issues them and a wallet that presents them.

A critical extension of the authority's root says that it is no government's, so that no portal of a state can
trust it (`mobile_license.trust`).
"""
