export { CustomerScreen } from "./customer-screen.tsx";
export { CustomersScreen } from "./customers-screen.tsx";
export { NewCustomerScreen } from "./new-customer-screen.tsx";
