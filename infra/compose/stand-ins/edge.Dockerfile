# Stands in for the official nginx image.
FROM tracking-stand-in/base
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends nginx-light > /dev/null \
  && rm -rf /var/lib/apt/lists/*
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
