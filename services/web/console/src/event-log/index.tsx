export { EventLogScreen } from "./event-log-screen.tsx";
