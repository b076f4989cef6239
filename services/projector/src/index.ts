export { startProjector, type Projector, type ProjectorDeps } from "./start-projector.ts";
export { readProjectorLag, type ProjectorDatabases } from "./read-projector-lag.ts";
