# The host's certificates, so that packages can be fetched where the network has its own authority.
FROM tracking-stand-in/debian
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
