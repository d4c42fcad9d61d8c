"""What agencies say that a person paid, renewed, filed, changed or got from them."""
