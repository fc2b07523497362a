-- Topics that a merchant switched off: a later grant subscribes to what its scopes allow, and not to these.
ALTER TABLE webhook_secrets ADD COLUMN off_topics text[] NOT NULL DEFAULT '{}';
