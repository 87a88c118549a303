-- kind: expand
-- What each program asks of each person, what was decided about it, what was said of each document, and the versions of
-- documents. What a case needs is derived from these at each reading; only the figures that lists show are stored.

alter table applicants
  add column nationality text,
  add column marital_status text check (marital_status in ('single', 'married', 'divorced', 'widowed')),
  add column residences text[] check (cardinality(residences) between 1 and 10);

alter table cases add column submission_on date;

create table document_rules (
  id integer generated always as identity primary key,
  program text not null check (program in ('vanuatu', 'nauru')),
  category text not null check (category in (
    'passport', 'id', 'police-residence', 'police-origin', 'birth', 'cv', 'asset', 'bank-statement',
    'bank-reference', 'address', 'employment', 'medical', 'photos', 'marriage', 'school',
    'non-married', 'other', 'nomination', 'passport-form', 'oath', 'fiu-letter',
    'approval-in-principle', 'vanuatu-id', 'vanuatu-birth', 'vanuatu-citizenship', 'vanuatu-passport'
  )),
  label text not null check (length(label) between 1 and 100),
  due_from text not null check (due_from in (
    'onboarding', 'due_diligence_fiu_first_stage', 'citizenship_application_second_stage',
    'bank_clearance', 'issuance_of_citizenship_certificate', 'oath_ceremony_coordination',
    'national_id_and_birth_registration', 'passport_production', 'courier'
  )),
  provided_by text not null check (provided_by in ('client', 'bureau', 'government')),
  scope text not null check (scope in ('applicant', 'case')),
  clauses jsonb not null check (jsonb_array_length(clauses) between 1 and 12),
  quantity_min integer not null default 1 check (quantity_min between 0 and 20),
  quantity_max integer not null default 1 check (quantity_max between 1 and 20),
  per_residence boolean not null default false,
  residence_months integer,
  covered_by text check (covered_by in (
    'passport', 'id', 'police-residence', 'police-origin', 'birth', 'cv', 'asset', 'bank-statement',
    'bank-reference', 'address', 'employment', 'medical', 'photos', 'marriage', 'school',
    'non-married', 'other', 'nomination', 'passport-form', 'oath', 'fiu-letter',
    'approval-in-principle', 'vanuatu-id', 'vanuatu-birth', 'vanuatu-citizenship', 'vanuatu-passport'
  )),
  validity_basis text not null default 'none'
    check (validity_basis in ('none', 'expiry-date', 'issue-date', 'period-end')),
  validity_days integer check (validity_days between 0 and 3650),
  warn_days integer not null default 0 check (warn_days between 0 and 730),
  judged_on text not null default 'submission' check (judged_on in ('submission', 'current')),
  form text,
  help text,
  note text,
  sample_id integer references sample_documents (id) on delete set null,
  retired_at timestamptz(3),
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (quantity_min <= quantity_max),
  check ((validity_basis = 'none') = (validity_days is null))
);
create unique index document_rules_program_category_key on document_rules (program, category) where retired_at is null;
create index document_rules_sample_id_idx on document_rules (sample_id);
create trigger document_rules_touch before update on document_rules
  for each row execute function touch_revised_row();

-- Numbers of one sequence: a decision that was withdrawn and made anew never has its former number.
create sequence checklist_decisions_revision;
create table checklist_decisions (
  id integer generated always as identity primary key,
  case_id integer not null references cases (id) on delete cascade,
  rule_id integer references document_rules (id) on delete cascade,
  applicant_id integer references applicants (id) on delete cascade,
  country text,
  verdict text check (verdict in ('not_required', 'applies', 'does_not_apply')),
  reason text,
  title text check (length(title) between 1 and 120),
  category text check (category in (
    'passport', 'id', 'police-residence', 'police-origin', 'birth', 'cv', 'asset', 'bank-statement',
    'bank-reference', 'address', 'employment', 'medical', 'photos', 'marriage', 'school',
    'non-married', 'other', 'nomination', 'passport-form', 'oath', 'fiu-letter',
    'approval-in-principle', 'vanuatu-id', 'vanuatu-birth', 'vanuatu-citizenship', 'vanuatu-passport'
  )),
  instruction text,
  due_on date,
  decided_by integer references users (id) on delete set null,
  revision integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((rule_id is null) <> (title is null)),
  check ((title is null) = (category is null))
);
create unique index checklist_decisions_item_key
  on checklist_decisions (case_id, rule_id, applicant_id, country) nulls not distinct
  where rule_id is not null;
create index checklist_decisions_case_id_idx on checklist_decisions (case_id);
create index checklist_decisions_rule_id_idx on checklist_decisions (rule_id);
create index checklist_decisions_applicant_id_idx on checklist_decisions (applicant_id);
create index checklist_decisions_decided_by_idx on checklist_decisions (decided_by);
-- As the owner: the role that works has no rights in sequences.
create function number_checklist_decision() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.revision := nextval('checklist_decisions_revision');
  elsif to_jsonb(new) - 'updated_at' - 'revision' is distinct from to_jsonb(old) - 'updated_at' - 'revision' then
    new.revision := nextval('checklist_decisions_revision');
    new.updated_at := now();
  end if;
  return new;
end
$$;
create trigger checklist_decisions_number before insert or update on checklist_decisions
  for each row execute function number_checklist_decision();

-- The papers there are were approved or wait; nothing else is known of them. A constant default writes no row anew.
alter table documents
  add column review_state text not null default 'waiting'
    check (review_state in ('waiting', 'accepted', 'changes_requested')),
  add column issued_on date,
  add column expires_on date,
  add column country text,
  add column validity_waived boolean not null default false,
  add column extra_item_id integer references checklist_decisions (id) on delete set null,
  add column replaces integer unique references documents (id) on delete set null,
  add column is_current boolean not null default true;
alter table documents disable trigger user;
update documents set review_state = 'accepted' where is_approved;
alter table documents enable trigger user;
alter table documents
  add constraint documents_review_state_approved check (is_approved = (review_state = 'accepted'));
create index documents_extra_item_id_idx on documents (extra_item_id) where extra_item_id is not null;
create index documents_queue_idx on documents (uploaded_at, id) where review_state = 'waiting' and is_current;

create table document_reviews (
  id integer generated always as identity primary key,
  document_id integer not null references documents (id) on delete cascade,
  decision text not null check (decision in ('accepted', 'changes_requested', 'reopened')),
  reason_code text,
  public_text text,
  internal_note text,
  reviewed_by integer references users (id) on delete set null,
  previous_state text not null check (previous_state in ('waiting', 'accepted', 'changes_requested')),
  previous_waived boolean not null,
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3)
);
create index document_reviews_document_id_idx on document_reviews (document_id, id);
create index document_reviews_reviewed_by_idx on document_reviews (reviewed_by);

create table case_readiness (
  case_id integer primary key references cases (id) on delete cascade,
  total integer not null,
  done integer not null,
  percent integer,
  missing integer not null,
  waiting integer not null,
  changes_requested integer not null,
  expired integer not null,
  expiring integer not null,
  undecided integer not null,
  waiting_files integer not null,
  unsorted_files integer not null,
  overdue integer not null,
  next_due_on date,
  worst_validity text check (worst_validity in ('ok', 'expiring', 'expired')),
  earliest_valid_until date,
  client_open integer not null,
  client_overdue integer not null,
  derived_on date not null,
  updated_at timestamptz(3) not null default now()
);
create index case_readiness_attention_idx on case_readiness (case_id)
  where waiting_files + unsorted_files + undecided + expired + overdue > 0;

-- The rules that a bureau starts with; from here on an admin keeps them.
insert into document_rules
  (program, category, label, due_from, provided_by, scope, clauses, quantity_min, quantity_max, per_residence,
   residence_months, covered_by, validity_basis, validity_days, warn_days, judged_on, form, help, note)
values
  ('vanuatu', 'passport', 'Passport', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 4, false, null, null, 'expiry-date', 180, 90, 'current', 'certified colour copy of the data page (some agents: cover, first and last three pages)', 'A clear colour scan of the data page with both machine-readable lines visible.', 'Apply with one nationality only; if two passports are held, ask the adviser which.'),
  ('vanuatu', 'id', 'National ID / Driving Licence', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":18},{"kind":"Dependent Child","need":"conditional","minAge":0,"maxAge":17,"condition":"if an identity card has been issued"},{"kind":"Dependent Resident","need":"required"}]', 1, 2, false, null, null, 'expiry-date', 30, 90, 'current', 'certified copy, both sides', 'National identity card or driving licence, both sides; UAE residents may send the Emirates ID.', null),
  ('vanuatu', 'police-residence', 'Police Certificate (Residence)', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":18},{"kind":"Dependent Resident","need":"required"}]', 1, 3, true, 12, 'police-origin', 'issue-date', 180, 30, 'submission', 'original or certified copy, English translation if needed', 'Police clearance from where you live now; in Dubai it is issued online by Dubai Police.', 'Age 18 is one agent’s rule (vimb.vu/faq). Others say 16 (vrp-mena.com) or, formerly, 12 for the pre-clearance (vcp.agency). Keep the age a setting.'),
  ('vanuatu', 'police-origin', 'Police Certificate (Origin)', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":18},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'issue-date', 180, 30, 'submission', 'original or certified copy, English translation if needed', 'Police clearance from your country of citizenship; not needed twice if you live there.', 'One certificate serves both categories where residence and citizenship are the same country.'),
  ('vanuatu', 'birth', 'Birth Certificate', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'submission', 'notarised or certified copy, long form naming both parents for children', 'Full birth certificate; where none exists, a statutory declaration before a notary.', 'Agents collect it in the second step; the specification places it in Stage 1. Some Chinese clients hold a notarial birth certificate instead.'),
  ('vanuatu', 'cv', 'Personal Profile / CV', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":18},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'issue-date', 180, 30, 'submission', 'plain scan, no signature needed', 'Short profile: education, work, addresses of the last ten years.', null),
  ('vanuatu', 'asset', 'Asset Report', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"}]', 1, 3, false, null, null, 'issue-date', 180, 30, 'submission', 'certified copy or accountant’s letter', 'Statement of what you own and owe; the programme looks for net assets of at least USD 250,000.', 'One agent says USD 450,000 (vanuatupassports.com). Treat as a setting.'),
  ('vanuatu', 'bank-statement', 'Bank Statements', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"conditional","condition":"if the contribution is paid from a joint or the spouse’s account"}]', 1, 6, false, null, null, 'period-end', 45, 15, 'submission', 'certified copies covering six months', 'The last six months, every page, showing name and account number.', 'Six months is sourced; the 45-day freshness of the last page is from memory.'),
  ('vanuatu', 'bank-reference', 'Bank Reference Letter', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"}]', 1, 1, false, null, null, 'issue-date', 90, 30, 'submission', 'original on letterhead', 'Letter from your bank, addressed to whom it may concern, stating how long the account has run.', null),
  ('vanuatu', 'address', 'Proof of Address', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"conditional","minAge":18,"condition":"if not living with the main applicant"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'issue-date', 90, 30, 'submission', 'scan of utility bill, tenancy contract or bank statement', 'Bill or contract in your name not older than three months; in Dubai a DEWA bill or Ejari.', null),
  ('vanuatu', 'employment', 'Employment / Business Proof', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"conditional","condition":"if working"},{"kind":"Dependent Child","need":"conditional","minAge":18,"condition":"if working"}]', 1, 2, false, null, null, 'issue-date', 90, 30, 'submission', 'original letter, trade licence or self-certification', 'Employer’s letter, or trade licence and share certificate if you own the business.', null),
  ('vanuatu', 'medical', 'Medical Certificate', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'issue-date', 90, 30, 'submission', 'original on clinic letterhead', 'Doctor’s certificate of good health and freedom from contagious disease.', 'One list asks it of children only above 16 (vrp-mena.com), another of all (bmsmigration.com).'),
  ('vanuatu', 'photos', 'Passport Photos', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 6, false, null, null, 'issue-date', 180, 30, 'submission', 'JPEG or PNG, white background', 'Plain white background, no glasses, taken within six months.', null),
  ('vanuatu', 'marriage', 'Marriage / Divorce Certificate', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Spouse","need":"required"},{"kind":"Main Applicant","need":"required","maritalStatuses":["divorced","widowed"],"condition":"if divorced or widowed: decree or death certificate"}]', 1, 1, false, null, null, 'none', null, 0, 'submission', 'notarised full copy', 'Marriage certificate; divorce decree or death certificate of an earlier marriage where it applies.', null),
  ('vanuatu', 'school', 'School / University Letter', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Dependent Child","need":"required","minAge":5,"maxAge":17},{"kind":"Dependent Child","need":"required","minAge":18,"maxAge":25}]', 1, 1, false, null, null, 'issue-date', 180, 30, 'submission', 'original in English or with certified translation', 'Letter of enrolment for this school year; for those over 18, proof of full-time study.', 'The source says ages 1 to 25; 5 is the practical lower bound.'),
  ('vanuatu', 'non-married', 'Single Status Certificate', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Dependent Child","need":"required","minAge":18,"maxAge":25}]', 1, 1, false, null, null, 'issue-date', 180, 30, 'submission', 'notarised, issued by a government authority', 'Certificate that the young adult is unmarried.', null),
  ('vanuatu', 'other', 'Other Supporting Document', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"optional","condition":"professional references, up to three"},{"kind":"Dependent Child","need":"conditional","minAge":0,"maxAge":17,"condition":"consent of the parent who is not applying"},{"kind":"Dependent Child","need":"conditional","minAge":18,"maxAge":25,"condition":"affidavit of financial support"},{"kind":"Dependent Resident","need":"conditional","condition":"affidavit of support and proof of kinship"}]', 0, 10, false, null, null, 'none', null, 0, 'submission', 'as issued', 'Anything your adviser asks for: references, consent, affidavit, name-change deed.', null),
  ('vanuatu', 'nomination', 'Nomination Form', 'onboarding', 'bureau', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'current', 'signed original, witness signature', 'We prepare the form; you check, sign and have a witness sign.', 'Four forms: Principal Candidate, Spouse, Child, Dependent Resident. Main applicant signs for minors.'),
  ('vanuatu', 'passport-form', 'Passport Application Form', 'passport_production', 'bureau', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'current', 'signed original', 'One passport application per person.', null),
  ('vanuatu', 'oath', 'Oath of Allegiance', 'oath_ceremony_coordination', 'bureau', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":18},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'current', 'signed before the Commissioner for Oaths', 'Text of the oath, signed at the ceremony by everyone of 18 or more.', null),
  ('vanuatu', 'fiu-letter', 'FIU Clearance Letter', 'due_diligence_fiu_first_stage', 'government', 'case', '[{"kind":"Main Applicant","need":"required"}]', 1, 10, false, null, null, 'issue-date', 90, 30, 'submission', 'copy', 'Clearance letter of the Financial Intelligence Unit.', 'One agent asks for full payment within one month of this letter (panoceanic.vu): show that date. 90 days is from memory.'),
  ('vanuatu', 'approval-in-principle', 'Approval in Principle', 'bank_clearance', 'government', 'case', '[{"kind":"Main Applicant","need":"required"}]', 1, 1, false, null, null, 'issue-date', 90, 30, 'submission', 'copy', 'Letter that the application is approved in principle and the balance is due.', 'Vocabulary differs: vimb.vu calls the FIU letter “essentially an Approval in Principle”; others mean the Commission’s endorsement before the 75% balance.'),
  ('vanuatu', 'vanuatu-citizenship', 'Vanuatu Citizenship Certificate', 'issuance_of_citizenship_certificate', 'government', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'current', 'certificate with number and date', 'Certificate of citizenship.', null),
  ('vanuatu', 'vanuatu-birth', 'Vanuatu Birth Certificate', 'national_id_and_birth_registration', 'government', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'current', 'certificate', 'Entry of birth in the Vanuatu civil register.', 'Sourced: every passport applicant must show an original birth certificate. That new citizens’ births are entered in the Vanuatu register first is from memory.'),
  ('vanuatu', 'vanuatu-id', 'Vanuatu National ID', 'national_id_and_birth_registration', 'government', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":18},{"kind":"Dependent Child","need":"optional","minAge":0,"maxAge":17},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'expiry-date', 0, 180, 'current', 'card or number', 'National identity card.', 'vimb.vu lists it as a post-citizenship service; age rule from memory.'),
  ('vanuatu', 'vanuatu-passport', 'Vanuatu Passport', 'passport_production', 'government', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'expiry-date', 0, 365, 'current', 'scan of the data page', 'Passport, valid ten years for adults and children.', null),
  ('nauru', 'passport', 'Passport', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 4, false, null, null, 'expiry-date', 180, 90, 'current', 'certified colour copy', 'A clear colour scan of the data page with both machine-readable lines visible.', null),
  ('nauru', 'id', 'National ID / Driving Licence', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":16},{"kind":"Dependent Child","need":"conditional","minAge":0,"maxAge":15,"condition":"if an identity card has been issued"},{"kind":"Dependent Resident","need":"required"}]', 1, 2, false, null, null, 'expiry-date', 30, 90, 'current', 'certified copy, both sides', 'National identity card or driving licence, both sides.', null),
  ('nauru', 'police-residence', 'Police Certificate (Residence)', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":16},{"kind":"Dependent Resident","need":"required"}]', 1, 5, true, 6, 'police-origin', 'issue-date', 180, 30, 'submission', 'original or certified copy, English translation', 'One certificate for each country where you lived more than six months in the last ten years.', null),
  ('nauru', 'police-origin', 'Police Certificate (Origin)', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":16},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'issue-date', 180, 30, 'submission', 'original or certified copy, English translation', 'Police certificate of your country of citizenship.', 'Age 16 is the due-diligence age in the programme; the origin certificate itself is from memory.'),
  ('nauru', 'birth', 'Birth Certificate', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'submission', 'certified copy, translated', 'Birth certificate of the country of birth.', null),
  ('nauru', 'cv', 'Personal Profile / CV', 'onboarding', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":16},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'issue-date', 180, 30, 'submission', 'plain scan', 'Education, work and addresses of the last ten years.', null),
  ('nauru', 'asset', 'Asset Report', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"}]', 1, 3, false, null, null, 'issue-date', 180, 30, 'submission', 'statement with evidence', 'Net worth statement and evidence of lawful source of funds.', null),
  ('nauru', 'bank-statement', 'Bank Statements', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"}]', 1, 12, false, null, null, 'period-end', 45, 15, 'submission', 'certified copies covering twelve months', 'The last twelve months, every page.', null),
  ('nauru', 'bank-reference', 'Bank Reference Letter', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"}]', 1, 1, false, null, null, 'issue-date', 90, 30, 'submission', 'original on letterhead', 'Letter from your bank.', null),
  ('nauru', 'address', 'Proof of Address', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"conditional","minAge":16,"condition":"if not living with the main applicant"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'issue-date', 90, 30, 'submission', 'scan', 'Bill or contract in your name not older than three months.', null),
  ('nauru', 'employment', 'Employment / Business Proof', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"conditional","condition":"if working"}]', 1, 2, false, null, null, 'issue-date', 90, 30, 'submission', 'original letter or company documents', 'Employer’s letter, or trade licence and share certificate.', null),
  ('nauru', 'medical', 'Medical Certificate', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"optional"},{"kind":"Spouse","need":"optional"},{"kind":"Dependent Child","need":"optional"},{"kind":"Dependent Resident","need":"optional"}]', 1, 1, false, null, null, 'issue-date', 90, 30, 'submission', 'original', 'Only if the Programme Office asks.', 'No source read asks for it; leave switched off until the agent confirms.'),
  ('nauru', 'photos', 'Passport Photos', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 2, 2, false, null, null, 'issue-date', 180, 30, 'submission', 'two recent, one certified by a Commissioner for Oaths', 'Two recent photographs, one of them certified.', null),
  ('nauru', 'marriage', 'Marriage / Divorce Certificate', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Spouse","need":"required"},{"kind":"Main Applicant","need":"required","maritalStatuses":["divorced","widowed"],"condition":"if divorced or widowed"}]', 1, 1, false, null, null, 'none', null, 0, 'submission', 'certified copy, translated', 'Marriage certificate; divorce order or death certificate of a spouse where it applies.', null),
  ('nauru', 'school', 'School / University Letter', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Dependent Child","need":"optional","minAge":5}]', 1, 1, false, null, null, 'issue-date', 180, 30, 'submission', 'letter', 'Only if asked.', 'The February 2026 amendment removed the age, dependency and marital-status conditions of family members.'),
  ('nauru', 'non-married', 'Single Status Certificate', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Dependent Child","need":"optional","minAge":18}]', 1, 1, false, null, null, 'issue-date', 180, 30, 'submission', 'certificate', 'Only if asked.', null),
  ('nauru', 'other', 'Other Supporting Document', 'citizenship_application_second_stage', 'client', 'applicant', '[{"kind":"Main Applicant","need":"conditional","condition":"source-of-funds evidence"},{"kind":"Spouse","need":"optional"},{"kind":"Dependent Child","need":"optional"},{"kind":"Dependent Resident","need":"conditional","condition":"proof of kinship"}]', 0, 10, false, null, null, 'none', null, 0, 'submission', 'as issued', 'Anything your adviser asks for.', null),
  ('nauru', 'nomination', 'Nomination Form', 'onboarding', 'bureau', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'current', 'Programme Office application form, through the licensed agent', 'We prepare the form; you check and sign.', 'Not called a nomination form in Nauru: label it Application Form.'),
  ('nauru', 'passport-form', 'Passport Application Form', 'passport_production', 'bureau', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'current', 'Form 2 of Schedule 1 (naturalised citizen)', 'One passport application per person.', null),
  ('nauru', 'oath', 'Oath of Allegiance', 'oath_ceremony_coordination', 'bureau', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required","minAge":18},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'current', 'signed oath of allegiance', 'Oath of allegiance to Nauru.', null),
  ('nauru', 'fiu-letter', 'FIU Clearance Letter', 'due_diligence_fiu_first_stage', 'government', 'case', '[{"kind":"Main Applicant","need":"required"}]', 1, 1, false, null, null, 'issue-date', 90, 30, 'submission', 'copy', 'Result of due diligence (approved firm, Programme Office, Police Force, FIU).', null),
  ('nauru', 'approval-in-principle', 'Approval in Principle', 'bank_clearance', 'government', 'case', '[{"kind":"Main Applicant","need":"required"}]', 1, 1, false, null, null, 'issue-date', 90, 30, 'submission', 'copy', 'Approval letter; the contribution is due.', null),
  ('nauru', 'vanuatu-citizenship', 'Nauru Citizenship Certificate', 'issuance_of_citizenship_certificate', 'government', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'none', null, 0, 'current', 'certificate', 'Certificate of Nauruan citizenship.', null),
  ('nauru', 'vanuatu-birth', 'Nauru Birth Registration', 'national_id_and_birth_registration', 'government', 'applicant', '[{"kind":"Main Applicant","need":"optional"},{"kind":"Spouse","need":"optional"},{"kind":"Dependent Child","need":"optional"},{"kind":"Dependent Resident","need":"optional"}]', 0, 1, false, null, null, 'none', null, 0, 'current', 'record', 'Not used unless the Programme Office issues one.', null),
  ('nauru', 'vanuatu-id', 'Nauru Identity Document', 'national_id_and_birth_registration', 'government', 'applicant', '[{"kind":"Main Applicant","need":"optional"},{"kind":"Spouse","need":"optional"},{"kind":"Dependent Child","need":"optional"},{"kind":"Dependent Resident","need":"optional"}]', 0, 1, false, null, null, 'none', null, 0, 'current', 'record', 'Not used unless the Programme Office issues one.', null),
  ('nauru', 'vanuatu-passport', 'Nauru Passport', 'passport_production', 'government', 'applicant', '[{"kind":"Main Applicant","need":"required"},{"kind":"Spouse","need":"required"},{"kind":"Dependent Child","need":"required"},{"kind":"Dependent Resident","need":"required"}]', 1, 1, false, null, null, 'expiry-date', 0, 365, 'current', 'scan of the data page', 'Passport, valid ten years.', null);
