-- A row of handoffs is a one-use code, with which a window that is signed in signs in another window. The new columns
-- store the user of the session that made the code. So the session of the other window has the same user, and therefore
-- the same role.
ALTER TABLE "handoffs" ADD COLUMN "actor_sub" TEXT, ADD COLUMN "actor_name" TEXT;
