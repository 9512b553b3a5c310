"""The board: pure scenes on one side; painter, window and snapshot (pygame) on the other."""
