export { startProjector, type Projector, type ProjectorDeps } from "./start-projector.ts";
