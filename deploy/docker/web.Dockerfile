# The players' pages and the console's, with nothing but a `cp` to hand them to the gateway: README.md has more.
ARG BASE=node:24.21.0-trixie-slim
# kla/web of the release that runs. Its hashed files are kept in this one, for pages that are open.
ARG PREVIOUS=none

# Your own certificate authority in PEM, for registries behind a proxy that inspects TLS. No image keeps it.
FROM ${BASE} AS trusting
ARG EXTRA_CA=
RUN mkdir /trust \
 && touch /trust/apt.conf \
 && cat /dev/null ${NODE_EXTRA_CA_CERTS} > /trust/ca.crt \
 && if [ -n "${EXTRA_CA}" ]; then \
      printf '%s\n' "${EXTRA_CA}" >> /trust/ca.crt; \
      echo 'Acquire::https::CAInfo "/trust/ca.crt";' > /trust/apt.conf; \
    fi
ENV NODE_EXTRA_CA_CERTS=/trust/ca.crt APT_CONFIG=/trust/apt.conf

FROM trusting AS manifests
WORKDIR /app
# A registry of your own; npm's public one otherwise.
ARG NPM_CONFIG_REGISTRY
COPY package.json package-lock.json ./
COPY proto/package.json proto/
COPY frontend/package.json frontend/

FROM manifests AS built
RUN npm ci --ignore-scripts --no-audit --no-fund --workspace frontend --include-workspace-root
COPY tsconfig.base.json ./
COPY proto proto
COPY frontend frontend
RUN npm run build --workspace frontend \
 && mkdir /web \
 && mv frontend/dist /web/app \
 && mv frontend/dist-console /web/console

# In the place of a release before: a first one has none.
FROM ${BASE} AS none
RUN mkdir /web

FROM ${PREVIOUS} AS previous

FROM built AS kept
COPY --from=previous /web /previous
COPY deploy/docker/keep-assets.mjs deploy/docker/
RUN node deploy/docker/keep-assets.mjs /web /previous

FROM trusting AS copier
RUN apt-get update \
 && apt-get install -y --no-install-recommends "busybox-static=1:1.37.*" \
 && mkdir /system \
 && dpkg --status busybox-static > /system/status \
 && cp /etc/os-release /system/

# What the bundles are made of.
FROM manifests AS listed
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund --workspace frontend
COPY --from=copier /system /system
COPY deploy/docker deploy/docker
ARG VERSION=0.0.0
RUN node deploy/docker/sbom.mjs --image=kla/web --workspace=frontend --version="${VERSION}" --system=/system \
      --output=/sbom.cdx.json

FROM scratch AS image
ENV PATH=/bin
COPY --from=copier /bin/busybox /bin/cp
COPY --from=kept /web /web
COPY --from=listed /sbom.cdx.json /sbom.cdx.json
USER 10001:10001
ENTRYPOINT ["cp", "-R", "/web/app", "/web/console"]
# The folder to copy to.
CMD ["/srv"]
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="kla/web" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
