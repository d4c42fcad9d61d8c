"""Kinds and states of transactions.

Source: facts/agency_services.json, transactions.
"""

from typing import Literal

TransactionType = Literal["payment", "renewal", "filing", "change", "document"]
TransactionStatus = Literal["pending", "completed", "failed", "refunded", "cancelled"]
