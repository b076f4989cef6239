/**
 * The server.properties of one node that is broker and controller. `ports` has `{broker, controller}` of every node, node 1 first. Three nodes keep two
 * copies in step, and a silent leader is replaced after 6 s.
 */
export function serverProperties({ id, version, ports, dataDir }) {
  const own = ports[id - 1];
  const copies = ports.length;
  const inStep = copies >= 3 ? 2 : 1;
  const settings = {
    "process.roles": "broker,controller",
    "node.id": id,
    "controller.quorum.voters": ports
      .map(({ controller }, index) => `${index + 1}@127.0.0.1:${controller}`)
      .join(","),
    listeners: `PLAINTEXT://127.0.0.1:${own.broker},CONTROLLER://127.0.0.1:${own.controller}`,
    "advertised.listeners": `PLAINTEXT://127.0.0.1:${own.broker}`,
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "controller.listener.names": "CONTROLLER",
    "inter.broker.listener.name": "PLAINTEXT",
    "log.dirs": dataDir,
    "auto.create.topics.enable": false,
    "default.replication.factor": copies,
    "min.insync.replicas": inStep,
    "broker.session.timeout.ms": 6_000,
    "group.initial.rebalance.delay.ms": 0,
    "offsets.topic.num.partitions": 4,
    "offsets.topic.replication.factor": copies,
    "transaction.state.log.replication.factor": copies,
    "transaction.state.log.min.isr": inStep,
    "transaction.state.log.num.partitions": 4,
    ...(isAtLeast4(version) ? shareCoordinator(copies, inStep) : {}),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return `${lines.join("\n")}\n`;
}

/** Its topic does not exist before 4.0. */
function shareCoordinator(copies, inStep) {
  return {
    "share.coordinator.state.topic.num.partitions": 4,
    "share.coordinator.state.topic.replication.factor": copies,
    "share.coordinator.state.topic.min.isr": inStep,
  };
}

function isAtLeast4(version) {
  return Number.parseInt(version, 10) >= 4;
}
