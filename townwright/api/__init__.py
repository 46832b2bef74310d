"""The API: how a program reaches the acts."""
