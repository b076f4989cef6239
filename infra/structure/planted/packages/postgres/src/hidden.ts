export const hidden = "hidden";
