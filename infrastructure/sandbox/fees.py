"""Fees of the Motor Vehicle Division for a vehicle.

Source: ADOT flyer 12-295: assessed value 60% of the manufacturer's base retail price, less 16.25% for each
later year; $2.80 for each $100 when new, $2.89 on renewal; registration $8, air quality $1.50.
"""

from decimal import ROUND_HALF_UP, Decimal

REGISTRATION_FEE = Decimal("8.00")
AIR_QUALITY_FEE = Decimal("1.50")

_ASSESSED_SHARE = Decimal("0.60")
_YEARLY_REDUCTION = Decimal("0.1625")
_RATE_NEW = Decimal("2.80") / 100
_RATE_RENEWAL = Decimal("2.89") / 100
_CENT = Decimal("0.01")


def compute_vehicle_license_tax(retail_price: int, year: int) -> Decimal:
    """Return the tax of one year.

    Args:
        retail_price: manufacturer's base retail price in US dollars.
        year: of registration, counted from 1.

    Returns:
        US dollars, rounded half up to a cent.
    """
    assessed = retail_price * _ASSESSED_SHARE * (1 - _YEARLY_REDUCTION) ** (year - 1)
    rate = _RATE_NEW if year == 1 else _RATE_RENEWAL
    return (assessed * rate).quantize(_CENT, ROUND_HALF_UP)


def compute_renewal_fees(retail_price: int, year: int) -> Decimal:
    """Return the total fees of a year's renewal, in US dollars."""
    return compute_vehicle_license_tax(retail_price, year) + REGISTRATION_FEE + AIR_QUALITY_FEE
