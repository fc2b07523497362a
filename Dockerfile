# syntax=docker/dockerfile:1
# One image for app, worker, migrate, doctor and the other programs; the argument chooses the program:
#   docker build --target daftar --build-arg SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" \
#     --build-arg NEXT_SERVER_ACTIONS_ENCRYPTION_KEY="$KEY" --tag daftar .
#   docker run --read-only daftar worker
# The target `demo` also contains the sandbox. It is for deploy/compose.yaml, never for merchants.

# Set both arguments to names with a digest, so that the same commit and key give the same image.
ARG NODE_IMAGE=node:24.11.1-bookworm-slim
# Debian's C and C++ libraries, CA certificates and time zones: no shell, no package manager.
ARG BASE_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${NODE_IMAGE} AS build
ENV NEXT_TELEMETRY_DISABLED=1 CI=true
WORKDIR /build
# The packages are a layer of their own: they are installed again only after a change of these files. The install script
# of the project needs the schema and the TypeScript sources, so it runs below.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# SOURCE_DATE_EPOCH is the time of the commit. If it is unset, the id of the build is the time of the build.
# NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is the same for each build of a deployment. Without it, an upgrade breaks the pages
# that are open (docs/operating.md#upgrades).
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
# The number of the user `nonroot`: Kubernetes checks runAsNonRoot by number.
USER 65532:65532
EXPOSE 3000
ENTRYPOINT ["/usr/local/bin/node", "/app/dist/daftar.js"]
CMD ["app"]

FROM daftar AS demo
COPY --from=build /demo /app
CMD ["sandbox"]

# `docker build` without --target builds the last stage.
FROM daftar
