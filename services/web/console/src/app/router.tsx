import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject } from "react-router";
import { ErrorScreen, NoSuchPage } from "./error-screen.tsx";
import { consolePaths, screens, type ShellPage } from "./routes.ts";
import { Screen } from "./screen.tsx";
import { Shell } from "./shell/shell.tsx";

type Load = () => Promise<ComponentType>;

/** Each screen's code comes when it is first opened. */
const loaders: Readonly<Record<ShellPage, Load>> = {
  board: async () => (await import("../board/index.tsx")).BoardScreen,
  newShipment: async () => (await import("../shipment-form/index.tsx")).NewShipmentScreen,
  shipment: async () => (await import("../shipment/index.tsx")).ShipmentScreen,
  editShipment: async () => (await import("../shipment-form/index.tsx")).EditShipmentScreen,
  customers: async () => (await import("../customers/index.tsx")).CustomersScreen,
  newCustomer: async () => (await import("../customers/index.tsx")).NewCustomerScreen,
  customer: async () => (await import("../customers/index.tsx")).CustomerScreen,
  invoices: async () => (await import("../invoices/index.tsx")).InvoicesScreen,
  newInvoice: async () => (await import("../invoices/index.tsx")).NewInvoiceScreen,
  invoice: async () => (await import("../invoices/index.tsx")).InvoiceScreen,
  imports: async () => (await import("../imports/index.tsx")).ImportsScreen,
  import: async () => (await import("../imports/index.tsx")).ImportScreen,
  apiKeys: async () => (await import("../api-keys/index.tsx")).ApiKeysScreen,
  webhooks: async () => (await import("../webhooks/index.tsx")).WebhooksScreen,
  newWebhook: async () => (await import("../webhooks/index.tsx")).NewWebhookScreen,
  webhook: async () => (await import("../webhooks/index.tsx")).WebhookScreen,
  delivery: async () => (await import("../webhooks/index.tsx")).DeliveryScreen,
  eventLog: async () => (await import("../event-log/index.tsx")).EventLogScreen,
  auditLog: async () => (await import("../audit/index.tsx")).AuditLogScreen,
  users: async () => (await import("../users/index.tsx")).UsersScreen,
  settings: async () => (await import("../settings/index.tsx")).SettingsScreen,
  developer: async () => (await import("../developer/index.tsx")).DeveloperScreen,
};

const signIn = {
  login: async () => (await import("../sign-in/index.tsx")).LoginScreen,
  reset: async () => (await import("../sign-in/index.tsx")).ResetScreen,
  setUp: async () => (await import("../sign-in/index.tsx")).SetUpScreen,
} as const;

export function createConsoleRouter() {
  return createBrowserRouter([
    ...Object.entries(signIn).map(([page, load]): RouteObject => ({
      path: consolePaths[page as keyof typeof signIn], // as: a key of that very object
      lazy: async () => ({ Component: await load() }),
      errorElement: <ErrorScreen />,
      hydrateFallbackElement: <></>,
    })),
    {
      element: <Shell />,
      errorElement: <ErrorScreen />,
      hydrateFallbackElement: <></>,
      children: [
        ...Object.entries(loaders).map(([page, load]) => screenRoute(page as ShellPage, load)), // as: a key of that very object
        { path: "*", element: <NoSuchPage /> },
      ],
    },
  ]);
}

function screenRoute(page: ShellPage, load: Load): RouteObject {
  return {
    path: consolePaths[page],
    errorElement: <ErrorScreen />,
    lazy: async () => {
      const Component = await load();
      return {
        element: (
          <Screen info={screens[page]}>
            <Component />
          </Screen>
        ),
      };
    },
  };
}
