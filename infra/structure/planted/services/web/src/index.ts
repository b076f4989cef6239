// planted: SQL that writes a read table
export const web = "insert into read.shipments (id) values ($1)";
