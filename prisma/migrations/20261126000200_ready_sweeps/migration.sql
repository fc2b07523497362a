-- Adds the installs of new and changed sweeps to the ready list.
CREATE TRIGGER ready_sweeps_inserted AFTER INSERT ON sweeps REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION hasten_sweeps();
CREATE TRIGGER ready_sweeps_updated AFTER UPDATE ON sweeps REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION hasten_sweeps();
