"""1,000 aftermath items through the queue beside the ideal makespan; see ``scripts/bench_queue.py``."""
