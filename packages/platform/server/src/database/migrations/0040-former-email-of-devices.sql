-- The e-mail that the user had when a browser signed in, if it was changed since: the report of the sign-in restores it.
-- Compatible with the previous release, which deletes these browsers with a change of the e-mail.
alter table known_devices add column former_email text;
