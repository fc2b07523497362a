-- Adds the role of users who have no row in staff_roles, and of sessions without a user. The default is owner. So until
-- an owner sets other roles, everybody may do everything, as before this migration. The constraint is NOT VALID,
-- because a validation would read all rows while the table is locked. The next migration validates the constraint.
ALTER TABLE "installs" ADD COLUMN "default_role" TEXT NOT NULL DEFAULT 'owner',
  ADD CONSTRAINT installs_default_role_check
    CHECK ("default_role" IN ('owner', 'manager', 'packer', 'viewer')) NOT VALID;

CREATE TABLE "staff_roles" (
    "install_id" TEXT NOT NULL,
    "actor_sub" TEXT NOT NULL,
    "role" TEXT NOT NULL CHECK ("role" IN ('owner', 'manager', 'packer', 'viewer')),
    "actor_name" TEXT NOT NULL,
    "set_by_sub" TEXT,
    "set_by_name" TEXT,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "staff_roles_pkey" PRIMARY KEY ("install_id","actor_sub")
);

CREATE POLICY tenant ON staff_roles TO daftar_app
  USING (install_id = nullif(current_setting('daftar.install_id', true), ''))
  WITH CHECK (install_id = nullif(current_setting('daftar.install_id', true), ''));
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_roles TO daftar_app;
-- daftar_system needs two privileges on staff_roles. The access check reads the role of a user (SELECT), and each
-- sign-in stores the user's current name (UPDATE).
CREATE POLICY system ON staff_roles TO daftar_system USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE ON staff_roles TO daftar_system;
ALTER TABLE staff_roles ENABLE ROW LEVEL SECURITY;
ALTER TABLE staff_roles FORCE ROW LEVEL SECURITY;
