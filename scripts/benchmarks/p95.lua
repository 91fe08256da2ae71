-- Prints one line for scripts/benchmarks/pages.py: requests/s, p95 in ms, answers that were no 2xx.
local threads = {}
function setup(thread) table.insert(threads, thread) end
function init(args) errors = 0 end
function response(status) if status ~= 200 then errors = errors + 1 end end
function done(summary, latency, requests)
  local wrong = 0
  for _, thread in ipairs(threads) do wrong = wrong + thread:get("errors") end
  local rate = summary.requests / (summary.duration / 1e6)
  io.write(string.format("MEASURED %.2f %.3f %d\n", rate, latency:percentile(95) / 1000, wrong))
end
