// One slice of load: reads { url, headers: [...], seconds, connections } from standard input and prints what came of it. Each connection goes through
// the headers (one per tenant) in an order of its own.
import { text } from "node:stream/consumers";
import autocannon from "autocannon";

const { url, headers, seconds, connections } = JSON.parse(await text(process.stdin));
const shuffled = () =>
  headers
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ one }) => ({ headers: one }));
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  requests: [{ headers: headers[0] }],
  setupClient: (client) => client.setRequests(shuffled()),
});
const { requests, latency, errors, statusCodeStats } = result;
const statuses = Object.keys(statusCodeStats);
process.stdout.write(
  JSON.stringify({
    rate: requests.total / result.duration,
    total: requests.total,
    p50: latency.p50,
    p99: latency.p99,
    errors,
    statuses,
    // microseconds of this process for each request
    clientCpu: (() => {
      const { user, system } = process.cpuUsage();
      return (user + system) / requests.total;
    })(),
  }),
);
