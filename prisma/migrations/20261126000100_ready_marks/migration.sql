-- Adds the installs of new and changed dirty marks to the ready list.
CREATE TRIGGER ready_marks_inserted AFTER INSERT ON dirty_marks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION hasten_marks();
CREATE TRIGGER ready_marks_updated AFTER UPDATE ON dirty_marks REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION hasten_marks();
