"""Addresses of the list of leagues and of the pages of one league."""

from django.urls import path

from mfcampaign.campaigns.league import views as league

the_list = [
    path("", league.leagues, name="leagues"),
]
urlpatterns = [
    path("<slug:slug>/", league.league, name="league"),
    path("<slug:slug>/standings/", league.standings, name="standings"),
    path("<slug:slug>/diary/", league.diary, name="diary"),
    path("<slug:slug>/members/", league.members, name="members"),
    path("<slug:slug>/follow/", league.follow, name="follow"),
    path("<slug:slug>/fate/", league.fate, name="fate"),
]
