-- A row of handoffs is the one-use code by which one window signs in another. The new columns store the user of the
-- session that made the code. So the new session has the same user, and therefore the same role.
ALTER TABLE "handoffs" ADD COLUMN "actor_sub" TEXT, ADD COLUMN "actor_name" TEXT;
