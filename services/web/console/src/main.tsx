import "./app/mantine.css";
import "./app/theme.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { reloadOnceForNewCode } from "./app/new-code.ts";

reloadOnceForNewCode();
const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no place for the console");
createRoot(root).render(<App />);
