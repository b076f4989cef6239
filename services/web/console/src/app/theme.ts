import { createTheme, type MantineColorsTuple } from "@mantine/core";

// one accent: a blue that keeps 4.5:1 on white (shade 7) and on the dark ground (shade 4)
const accent: MantineColorsTuple = [
  "#eef4ff",
  "#dbe6fb",
  "#b6ccf5",
  "#8db0ee",
  "#7aa2f0",
  "#4f80e1",
  "#2f68d8",
  "#1d55c4",
  "#164aaf",
  "#0c3d98",
];

const gray: MantineColorsTuple = [
  "#f7f8fa",
  "#f0f2f5",
  "#e4e7ec",
  "#d3d8e0",
  "#b6bdc9",
  "#8b94a3",
  "#667080",
  "#4a5362",
  "#2f3744",
  "#1c222c",
];

const dark: MantineColorsTuple = [
  "#d5dae2",
  "#b3bac6",
  "#98a1b0",
  "#6b7484",
  "#3f4855",
  "#2d343f",
  "#222831",
  "#181d25",
  "#12161c",
  "#0c0f14",
];

/** Dense and calm: 14 px, small steps, one accent. */
export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, gray, dark },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "Liberation Mono", Menlo, monospace',
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "19px" },
  lineHeights: { xs: "1.35", sm: "1.4", md: "1.45", lg: "1.5", xl: "1.4" },
  spacing: { xs: "6px", sm: "10px", md: "14px", lg: "20px", xl: "28px" },
  radius: { xs: "2px", sm: "4px", md: "6px", lg: "8px", xl: "12px" },
  defaultRadius: "sm",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "1.3" },
      h2: { fontSize: "16px", lineHeight: "1.35" },
      h3: { fontSize: "14px", lineHeight: "1.4" },
      h4: { fontSize: "13px", lineHeight: "1.4" },
    },
  },
  components: {
    Button: { defaultProps: { size: "xs" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    TextInput: { defaultProps: { size: "sm" } },
    Textarea: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    NumberInput: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "sm", checkIconPosition: "right" } },
    MultiSelect: { defaultProps: { size: "sm" } },
    NativeSelect: { defaultProps: { size: "sm" } },
    Checkbox: { defaultProps: { size: "xs" } },
    Switch: { defaultProps: { size: "xs" } },
    Modal: { defaultProps: { centered: false, yOffset: "10vh", transitionProps: { duration: 0 } } },
    // a `header` outside of a section would be a second banner of the page
    ModalHeader: { defaultProps: { component: "div" } },
    DrawerHeader: { defaultProps: { component: "div" } },
    Menu: { defaultProps: { transitionProps: { duration: 0 } } },
    Popover: { defaultProps: { transitionProps: { duration: 0 } } },
  },
});
