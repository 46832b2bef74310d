"""Fee schedules by resolution, the ledger, payments and receipts."""
