/** What node is started with in the image, and wherever services are measured. */
export declare const nodeFlags: readonly string[];
