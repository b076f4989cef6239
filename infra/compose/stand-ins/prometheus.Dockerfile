# Stands in for the official prometheus image.
FROM tracking-stand-in/base
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends prometheus > /dev/null \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o 65534 -g 65534 /prometheus \
  && ln -s "$(command -v prometheus)" /bin/prometheus || true
USER 65534
ENTRYPOINT ["prometheus"]
CMD ["--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"]
