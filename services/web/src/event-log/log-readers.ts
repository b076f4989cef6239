/** Who reads the log, in the order in which people are told of them. */
export const logReaders = ["projector", "webhooks", "relay"] as const;
export type LogReader = (typeof logReaders)[number];

/** Those that park a stream whose event they cannot apply. */
export const parkingReaders = ["projector", "webhooks"] as const;
export type ParkingReader = (typeof parkingReaders)[number];
