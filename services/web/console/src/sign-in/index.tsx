export { LoginScreen } from "./login-screen.tsx";
export { ResetScreen } from "./reset-screen.tsx";
export { SetUpScreen } from "./set-up-screen.tsx";
