-- kind: expand
-- Whom an invitation has become: an address may belong to somebody else by now.
alter table user_invitations add column user_id integer references users (id) on delete set null;
create index user_invitations_user_id_idx on user_invitations (user_id);

-- Registering wrote both rows in one transaction, at one moment.
update user_invitations as invitation
set user_id = person.id
from users as person
where invitation.is_used
  and person.created_at = invitation.used_at
  and lower(person.email) = lower(invitation.email);
