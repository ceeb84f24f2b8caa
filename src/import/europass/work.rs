//! Jobs and schools in files of today.

use crate::import::draft::DraftTable;
use crate::import::europass::elements::{
    move_fact, move_line, take_address, take_country, take_line, take_links, take_period,
};
use crate::import::europass::section::NamedSection;
use crate::import::fields::Fields;
use crate::profile::SectionKind;

/// Takes the jobs.
pub fn take_employment(profile: &mut Fields) -> Option<NamedSection> {
    let mut history = profile.take_fields("EmploymentHistory")?;
    let mut section = DraftTable::section(SectionKind::Experience);
    for mut employer in history.take_list("EmployerHistory") {
        take_employer(&mut employer, &mut section);
        // What is left becomes a comment of the section: an employer can have become several entries.
        employer.finish(&mut section);
    }
    history.finish(&mut section);
    Some(NamedSection::new("work-experience", section))
}

fn take_employer(employer: &mut Fields, section: &mut DraftTable) {
    let mut entry = DraftTable::default();
    move_line(employer, "OrganizationName", &mut entry, "organization");
    let address = take_contact(employer, &mut entry);
    move_line(employer, "Department", &mut entry, "team");
    take_links(employer, "Link", &mut entry);
    let mut positions = employer.take_list("PositionHistory");
    if positions.len() == 1 {
        for mut position in positions.drain(..) {
            take_position(&mut position, address.as_deref(), &mut entry);
            position.finish(&mut entry);
        }
    } else {
        entry.set("location", address);
        for mut position in positions {
            let mut role = DraftTable::default();
            take_position(&mut position, None, &mut role);
            position.finish(&mut role);
            entry.push("role", role);
        }
    }
    section.push("entry", entry);
}

fn take_position(position: &mut Fields, address: Option<&str>, entry: &mut DraftTable) {
    move_line(position, "PositionTitle", entry, "position");
    take_period(position, "EmploymentPeriod", entry);
    let city = take_line(position, "City", entry);
    let country = take_country(position, "Country", entry);
    let place: Vec<String> = city.into_iter().chain(country).collect();
    // The address of the employer says it already where both are the same.
    let is_known = |part: &String| address.is_some_and(|address| address.contains(part.as_str()));
    let location = match address {
        Some(address) if place.iter().all(is_known) => address.to_owned(),
        Some(address) => format!("{} ({address})", place.join(", ")),
        None => place.join(", "),
    };
    entry.set("location", Some(location));
    entry.set("summary", position.take_prose("Description"));
    take_links(position, "Link", entry);
}

/// Takes how to reach an organization; returns its address.
fn take_contact(organization: &mut Fields, entry: &mut DraftTable) -> Option<String> {
    let mut contact = organization.take_fields("OrganizationContact")?;
    let mut known = None;
    for mut channel in contact.take_list("Communication") {
        if let Some(mut address) = channel.take_fields("Address") {
            known = known.or_else(|| take_address(&mut address, entry));
            address.finish(entry);
        }
        match channel.text("ChannelCode") {
            Some("Web") => {
                channel.take("ChannelCode");
                take_links(&mut channel, "URI", entry);
            }
            Some(code @ ("Email" | "Telephone")) => {
                let label = code.to_owned();
                channel.take("ChannelCode");
                move_fact(&mut channel, "URI", entry, &label);
                move_fact(&mut channel, "DialNumber", entry, &label);
            }
            _ => {}
        }
        channel.finish(entry);
    }
    contact.finish(entry);
    known
}

/// Takes the schools.
pub fn take_education(profile: &mut Fields) -> Option<NamedSection> {
    let mut history = profile.take_fields("EducationHistory")?;
    let mut section = DraftTable::section(SectionKind::Education);
    for mut school in history.take_list("EducationOrganizationAttendance") {
        let mut entry = DraftTable::default();
        move_line(&mut school, "OrganizationName", &mut entry, "institution");
        let address = take_contact(&mut school, &mut entry);
        entry.set("location", address);
        move_fact(&mut school, "EducationLevelCode", &mut entry, "EQF level");
        take_period(&mut school, "AttendancePeriod", &mut entry);
        if let Some(mut degree) = school.take_fields("EducationDegree") {
            take_degree(&mut degree, &mut entry);
            degree.finish(&mut entry);
        }
        move_line(&mut school, "Department", &mut entry, "team");
        take_links(&mut school, "Link", &mut entry);
        school.finish(&mut entry);
        section.push("entry", entry);
    }
    history.finish(&mut section);
    Some(NamedSection::new("education-training", section))
}

fn take_degree(degree: &mut Fields, entry: &mut DraftTable) {
    move_line(degree, "DegreeName", entry, "degree");
    if let Some(mut grade) = degree.take_fields("FinalGrade") {
        move_fact(&mut grade, "ScoreText", entry, "Final grade");
        grade.finish(entry);
    }
    move_fact(degree, "Thesis", entry, "Thesis");
    let credit = take_line(degree, "CreditType", entry);
    let credit = credit.unwrap_or_else(|| "Credits".to_owned());
    move_fact(degree, "NumberOfCredit", entry, &credit);
    entry.set("summary", degree.take_prose("OccupationalSkillsCovered"));
}
