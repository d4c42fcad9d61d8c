"""Command that tells what an AWS account and a stage's parameters lack before a deployment."""
