#!/bin/bash
# As the official image: settings and storage are made from the environment, then the broker takes this process's place.
set -euo pipefail
setup() {
  java -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' kafka.docker.KafkaDockerWrapper setup \
    --default-configs-dir /etc/kafka/docker --mounted-configs-dir /mnt/shared/config --final-configs-dir /opt/kafka/config 2>&1
}
output=$(setup) || grep --quiet 'already formatted' <<< "$output" || { echo "$output" >&2; exit 1; }
# shellcheck disable=SC2086 # several options
exec java ${KAFKA_HEAP_OPTS:--Xmx512m} -XX:+UseSerialGC -cp '/opt/kafka/libs/*' kafka.Kafka /opt/kafka/config/server.properties
