// Health check of a container: exit code 0 when the service's private port says that it is ready.
import { get } from "node:http";

const port = process.env.HEALTH_PORT ?? process.argv[2];
const request = get({ host: "127.0.0.1", port, path: "/readyz", timeout: 5_000 }, (response) => {
  response.pipe(process.stdout);
  response.once("end", () => process.exit(response.statusCode === 200 ? 0 : 1));
});
request.once("timeout", () => request.destroy(new Error("no answer within 5 s")));
request.once("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
