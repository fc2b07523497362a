-- A hand-over keeps the person of the session that made its code, and so the person's role.
ALTER TABLE "handoffs" ADD COLUMN "actor_sub" TEXT, ADD COLUMN "actor_name" TEXT;
