# Stands in for the official apache/kafka image: Debian's Java, the released jars, and the class with which that image reads KAFKA_*.
FROM tracking-stand-in/base
RUN apt-get update -qq \
  && mkdir -p /usr/share/man/man1 \
  && apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless > /dev/null \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 1000 appuser && useradd --uid 1000 --gid appuser appuser \
  && mkdir -p /opt/kafka/config /etc/kafka/docker /mnt/shared/config /var/lib/kafka/data \
  && touch /etc/kafka/docker/server.properties /etc/kafka/docker/log4j2.yaml /etc/kafka/docker/tools-log4j2.yaml \
  && chown -R appuser:appuser /opt/kafka /var/lib/kafka /mnt/shared/config
COPY jars /opt/kafka/libs
COPY kafka-entrypoint.sh /usr/local/bin/
USER appuser
VOLUME /var/lib/kafka/data
ENTRYPOINT ["kafka-entrypoint.sh"]
