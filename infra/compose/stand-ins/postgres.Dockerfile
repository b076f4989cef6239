# Stands in for the official postgres image: Debian's PostgreSQL behind the part of its entrypoint that docker-compose.yml uses.
FROM tracking-stand-in/base
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends postgresql-15 > /dev/null \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15
ENV PATH=/usr/lib/postgresql/15/bin:$PATH PGDATA=/var/lib/postgresql/data
COPY postgres-entrypoint.sh /usr/local/bin/
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["postgres-entrypoint.sh"]
CMD ["postgres"]
