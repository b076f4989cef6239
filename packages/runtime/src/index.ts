export { ConfigurationError } from "./config/configuration-error.ts";
export {
  type KafkaAddress,
  kafkaConnection,
  type KafkaEnvironment,
} from "./config/kafka-settings.ts";
export { type Environment, loadConfig } from "./config/load-config.ts";
export { settings } from "./config/settings.ts";
export { checkConsumer } from "./health/consumer-check.ts";
export {
  type ConsumerLag,
  type ConsumerMetrics,
  type ConsumerProbe,
  type ConsumerView,
  createConsumerMetrics,
} from "./health/consumer-metrics.ts";
export { type Count, type CounterOptions, createCounter } from "./health/counter.ts";
export {
  type HealthCheck,
  type HealthServer,
  type HealthServerOptions,
  startHealthServer,
} from "./health/health-server.ts";
export { createHistogram, type HistogramOptions } from "./health/histogram.ts";
export {
  createHttpMetrics,
  createMetrics,
  type HttpMetrics,
  type MetricsRegistry,
} from "./health/metrics.ts";
export { type CountedPool, createPoolMetrics, type PoolMetrics } from "./health/pool-metrics.ts";
export { openPrivatePort, type PrivatePort } from "./health/private-port.ts";
export { createReadGauges, type ReadGauge } from "./health/read-gauge.ts";
export { createRelayMetrics, type RelayMetrics } from "./health/relay-metrics.ts";
export { createEdgeServer, type Dispatch, type EdgeServerOptions } from "./http/edge-server.ts";
export { errorBody } from "./http/error-answer.ts";
export { edgeFastifyOptions, type EdgeFastifySettings } from "./http/fastify-options.ts";
export { requestIdOf } from "./http/request-id.ts";
export { logAnswer, registerRequestLog, type RequestLogOptions } from "./http/request-log.ts";
export { pathOf } from "./http/request-target.ts";
export { whenServerStops } from "./http/server-stop.ts";
export { stopServer, type StopOptions } from "./http/stop-server.ts";
export { listen, type ListenOptions } from "./lifecycle/listen.ts";
export { runProcess, type Running } from "./lifecycle/run-process.ts";
export { createShutdown, type Shutdown } from "./lifecycle/shutdown.ts";
export { type ProcessOptions, type ProcessParts, startProcess } from "./lifecycle/start-process.ts";
export { createLogger, type Logger, type LoggerOptions, type LogLevel } from "./log/logger.ts";
