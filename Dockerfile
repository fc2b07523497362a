# syntax=docker/dockerfile:1
# One image contains app, worker, migrate, doctor and the other programs. The first argument of `docker run` is the name
# of the program:
#   docker build --target daftar --build-arg SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" \
#     --build-arg NEXT_SERVER_ACTIONS_ENCRYPTION_KEY="$KEY" --tag daftar .
#   docker run --read-only daftar worker
# The image of the target `demo` also contains the sandbox (a simulated platform). Use this image only for the demo in
# deploy/compose.yaml, never for real stores.

# The defaults of NODE_IMAGE and BASE_IMAGE are tags, and a tag may later point to another image. So two builds of the
# same commit can differ. Set both to names with a digest (name@sha256:…) for a reproducible build
# (docs/publishing.md#the-image).
ARG NODE_IMAGE=node:24.11.1-bookworm-slim
# This base image has only Debian's C and C++ libraries, CA certificates and time zones. It has no shell and no package
# manager.
ARG BASE_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${NODE_IMAGE} AS build
ENV NEXT_TELEMETRY_DISABLED=1 CI=true
WORKDIR /build
# The npm packages have their own layer, so Docker installs them again only if one of these four files changes. The
# install script of this project is skipped here, because it needs the sources. `npx prisma generate` below replaces it.
COPY package.json package-lock.json .npmrc ./
COPY lib/platform/package.json lib/platform/
RUN npm ci --ignore-scripts
COPY . .
# SOURCE_DATE_EPOCH is the time of the commit. The build id is made from this time, or from the time of the build if
# SOURCE_DATE_EPOCH is not set.
# NEXT_SERVER_ACTIONS_ENCRYPTION_KEY must be the same for each build of a deployment. Otherwise, pages that are open
# during an upgrade stop working (docs/operating.md#upgrades).
ARG SOURCE_DATE_EPOCH
ARG NEXT_SERVER_ACTIONS_ENCRYPTION_KEY
RUN npx prisma generate \
 && npm run build \
 && npm run image:content -- /content \
 && npm run image:content -- --demo /demo \
 && find /content /demo -exec touch --no-dereference --date="@${SOURCE_DATE_EPOCH:-0}" {} +

FROM ${BASE_IMAGE} AS daftar
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /content /app
WORKDIR /app
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps
# 65532 is the number of the user `nonroot`. It must be a number, because Kubernetes cannot check runAsNonRoot for a name.
USER 65532:65532
EXPOSE 3000
ENTRYPOINT ["/usr/local/bin/node", "/app/dist/daftar.js"]
CMD ["app"]

FROM daftar AS demo
COPY --from=build /demo /app
CMD ["sandbox"]

# `docker build` without --target builds the last stage.
FROM daftar
